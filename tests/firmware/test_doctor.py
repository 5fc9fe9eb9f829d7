import errno
import os
import re
from pathlib import Path
from typing import Any

import cv2
import pytest

from firmware import doctor
from firmware.cli import main
from firmware.doctor import State, examine, report
from firmware.networks.port import Link
from firmware.page import listen
from firmware.resources import texts
from firmware.settings import Settings, settings_from_data
from referee.catalogue import flat, speaker
from tests.firmware.cameras.fakes import picture

SAY = speaker(texts("firmware", "en"), {})


def settings(tmp_path: Path, **sections: dict[str, Any]) -> Settings:
    return settings_from_data(
        {"table": {"folder": str(tmp_path / "table")}, "page": {"host": "127.0.0.1", "port": 0}}
        | sections
    )


def camera(tmp_path: Path, shade: int) -> dict[str, Any]:
    """Settings of a camera that shows nothing but one shade of grey."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    cv2.imwrite(str(folder / "0001.png"), picture(shade, (640, 480)))
    return {"camera": {"source": str(folder)}}


def states(of: Settings, *steps: str) -> list[tuple[str, State]]:
    return [(finding.part, finding.state) for finding in examine(of, steps)]


def test_a_healthy_machine_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Program, disk and time are good; what is not set up is nothing to complain about."""
    monkeypatch.setattr(doctor, "_CLOCK_SET", tmp_path / "nowhere" / "synchronized")
    found = dict(states(settings(tmp_path), "program", "disk", "time", "lights", "button"))

    assert set(found.values()) == {State.GOOD}
    assert len(found) == 5


@pytest.mark.parametrize(
    ("shade", "state"), [(3, State.CARE), (120, State.GOOD), (250, State.CARE)]
)
def test_the_camera_is_looked_through(tmp_path: Path, shade: int, state: State) -> None:
    """Dark and glaring pictures are told of, with what to do."""
    (finding,) = examine(settings(tmp_path, **camera(tmp_path, shade)), ("camera",))

    assert finding.state is state
    assert "640 x 480" in SAY(finding.says)
    assert bool(finding.advice) is (state is State.CARE)


def test_a_picture_without_a_board_is_bad(tmp_path: Path) -> None:
    """Where no board is found, the advice says what to put where."""
    (finding,) = examine(settings(tmp_path, **camera(tmp_path, 120)), ("board",))

    assert finding.state is State.BAD
    assert finding.advice is not None
    assert "board" in SAY(finding.advice)


def test_a_camera_that_is_not_there_is_bad_and_the_rest_is_looked_at(tmp_path: Path) -> None:
    """One part that fails does not keep the doctor from the others."""
    of = settings(tmp_path, camera={"source": str(tmp_path / "nowhere")})

    assert [("camera", State.BAD), ("disk", State.GOOD)] == states(of, "camera", "disk")


def test_a_folder_that_cannot_be_written_is_bad(tmp_path: Path) -> None:
    """The disk's step writes for trial."""
    (tmp_path / "table").touch()

    assert [("disk", State.BAD)] == states(settings(tmp_path), "disk")


@pytest.mark.parametrize("folder", ["file", "file/below"])
def test_a_folder_that_is_a_file_is_to_be_another(tmp_path: Path, folder: str) -> None:
    """Where no right would help, another folder is asked for."""
    (tmp_path / "file").touch()
    (finding,) = examine(settings(tmp_path, table={"folder": str(tmp_path / folder)}), ("disk",))

    assert finding.state is State.BAD
    assert "another folder" in SAY(finding.advice)


def test_the_home_of_nobody_is_a_finding(tmp_path: Path) -> None:
    """A folder in the home of a user who does not exist is told of in a sentence."""
    of = settings(tmp_path, table={"folder": "~nobody-of-this-name/table"})
    (finding,) = examine(of, ("disk",))

    assert finding.state is State.BAD
    assert "no such user" in SAY(finding.says)


def test_an_address_of_another_machine_is_bad(tmp_path: Path) -> None:
    """Where the page cannot listen at all, the settings are to be corrected."""
    of = settings(tmp_path, page={"host": "192.0.2.77", "port": 0})

    last = list(examine(of, ("network",)))[-1]
    assert (last.state, "[page]" in SAY(last.advice)) == (State.BAD, True)


def test_an_unknown_step_is_told_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    """A mistyped step names those that there are, and nothing else."""
    with pytest.raises(SystemExit):
        main(["doctor", "discs"])

    error = capsys.readouterr().err
    assert "there is no 'discs'; known: program, disk" in error
    assert "[]" not in error


def test_a_taken_port_needs_care(tmp_path: Path) -> None:
    """It may well be the table itself that listens there."""
    with listen("127.0.0.1", 0) as taken:
        page = {"host": "127.0.0.1", "port": taken.getsockname()[1]}
        found = states(settings(tmp_path, page=page), "network")

    assert found[-1] == ("network", State.CARE)


def test_the_machines_own_networks_are_told_of(tmp_path: Path) -> None:
    """With a radio to look after, the doctor names the network that is joined or would be opened."""
    network = {"driver": "simulated", "own_name": "Spieltisch", "own_password": "geheimnis"}
    found = list(examine(settings(tmp_path, network=network), ("network",)))

    assert any("Spieltisch" in SAY(finding.says) for finding in found)


def test_a_machine_without_networkmanager_is_told_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The own network needs a program that not every system has."""
    monkeypatch.setenv("PATH", "/nowhere")
    found = list(examine(settings(tmp_path, network={"driver": "networkmanager"}), ("network",)))

    assert found[-1].state is State.BAD
    assert "network-manager" in SAY(found[-1].says)


def test_a_clock_that_was_never_set_needs_care(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Pi without a network wakes up in the past."""
    monkeypatch.setattr(doctor.time, "time", lambda: 0.0)

    assert [("time", State.CARE)] == states(settings(tmp_path), "time")


def test_a_clock_that_no_network_set_needs_care(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Pi that was off for a week goes on with the time of a week ago, which looks right."""
    monkeypatch.setattr(doctor, "_CLOCK_SET", tmp_path / "synchronized")
    assert [("time", State.CARE)] == states(settings(tmp_path), "time")

    (tmp_path / "synchronized").touch()
    assert [("time", State.GOOD)] == states(settings(tmp_path), "time")


@pytest.mark.parametrize(
    ("number", "advice"),
    [
        (errno.ENOSPC, "disk.full-advice"),
        (errno.EROFS, "disk.locked-advice"),
        (errno.EACCES, "disk.closed-advice"),
        (errno.ENOTDIR, "disk.elsewhere-advice"),
    ],
)
def test_a_disk_that_takes_nothing_is_told_with_what_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, advice: str
) -> None:
    """A full disk wants room, a worn-out card another one, a closed folder its rights."""

    def fails(**_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(doctor.tempfile, "NamedTemporaryFile", fails)
    (finding,) = examine(settings(tmp_path), ("disk",))

    assert finding.state is State.BAD
    assert finding.advice.key == f"doctor.{advice}"


def test_lights_that_are_not_there_are_bad(tmp_path: Path) -> None:
    """A strip on a machine without SPI is told of in one sentence."""
    of = settings(tmp_path, lights={"driver": "strip", "spi_bus": 6})

    assert [("lights", State.BAD)] == states(of, "lights")


def test_the_report_counts_what_does_not_work(tmp_path: Path) -> None:
    """A line for each finding, its advice below it, and whether it is bad."""
    of = settings(tmp_path, camera={"source": str(tmp_path / "nowhere")})
    lines = list(report(examine(of, ("time", "camera")), SAY))

    assert [bad for _, bad in lines] == [False, True]
    assert lines[1][0].startswith("bad    camera: ")
    assert "\n       -> " in lines[1][0]


def test_the_command_ends_with_one_if_something_is_bad(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Steps are chosen by name; their worst decides the exit status."""
    path = tmp_path / "settings.toml"
    path.write_text(f"[table]\nfolder = '{tmp_path}'\n[camera]\nsource = '{os.devnull}x'\n")

    assert main(["doctor", "time", "disk", "--settings", str(path)]) == 0
    assert main(["doctor", "camera", "--settings", str(path)]) == 1
    assert "bad    camera" in capsys.readouterr().out


def test_the_findings_are_told_in_the_tables_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The settings' language is spoken, unless the command names another."""
    path = tmp_path / "settings.toml"
    path.write_text(f"[table]\nfolder = '{tmp_path}'\nlanguage = 'de'\n")

    main(["doctor", "button", "--settings", str(path)])
    main(["doctor", "button", "--settings", str(path), "--language", "en"])
    said = capsys.readouterr().out
    assert "Kein Taster eingestellt" in said
    assert "no button is set up" in said


def test_everything_that_may_be_found_has_its_words() -> None:
    """No finding lacks its sentence, however rare, and no sentence is left that nobody says."""
    code = Path(str(doctor.__file__)).read_text(encoding="utf-8")
    said = set(re.findall(r'_say\(\s*"([^"{]+)"', code))
    said |= {f"radio.{link}" for link in Link}
    said |= {
        f"camera.{light}" for light in ("good", "dark", "glaring", "dark-advice", "glaring-advice")
    }

    assert said == set(flat(texts("firmware", "en")["doctor"]))


def test_an_unknown_step_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """The message lists the steps that there are."""
    with pytest.raises(SystemExit):
        main(["doctor", "moon"])

    assert "camera" in capsys.readouterr().err

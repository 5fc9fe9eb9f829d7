"""What the eye sees is shown to the owner, and to nobody else."""

import pytest


@pytest.mark.parametrize("role", ["spectator", "player"])
def test_picture_and_doubts_are_the_owners_alone(table, role):
    """Whoever is not the owner gets the way in instead of the picture."""
    phone = table.phone(role=role)
    page = phone.client.get("/diagnostics")

    assert page.status_code == 200
    assert "/enter" in page.text
    assert "understood.jpg" not in page.text
    assert phone.client.get("/understood.jpg").status_code == 403
    assert phone.client.get("/doubts.json").status_code == 403


def test_the_owner_sees_the_picture_and_what_is_doubtful(table):
    """The picture comes with the readings drawn in, and each doubtful place with its reason."""
    phone = table.phone(role="owner")

    assert "understood.jpg" in phone.client.get("/diagnostics").text
    assert phone.client.get("/understood.jpg").data == b"a picture with readings"
    assert phone.client.get("/doubts.json").json == {
        "doubts": [
            {"name": "O7", "look": "unsure", "ball": 0.42},
            {"name": "S1", "look": "covered", "ball": None},
        ]
    }

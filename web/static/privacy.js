// The privacy page: its buttons delete for good.

import { enliven } from "./buttons.js";
import { boot } from "./words.js";

enliven(() => boot.snapshot.version);

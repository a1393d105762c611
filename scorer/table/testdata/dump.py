"""Writes NAME.json beside each NAME.csv in the folders given: what pandas reads.

Run with pandas 2.3.3: python dump.py pandas
"""
import json
import sys
from pathlib import Path

import numpy as np
import pandas as pd

KINDS = {"int64": "integer", "uint64": "unsigned integer", "float64": "number", "bool": "boolean"}


def cell(v):
    if isinstance(v, (bool, np.bool_)):
        return f"bool {bool(v)}"
    if isinstance(v, (int, np.integer)):
        return f"int {int(v)}"
    if isinstance(v, (float, np.floating)):
        return "missing" if np.isnan(v) else f"float {float(v)!r}"
    return f"text {v}"


def dump(path):
    try:
        df = pd.read_csv(path, float_precision="round_trip")
    except pd.errors.EmptyDataError:
        return {"columns": [], "rows": 0}
    except Exception as e:
        return {"error": type(e).__name__}
    columns = []
    for i, name in enumerate(df.columns):
        s = df.iloc[:, i]
        cells = [cell(v) for v in s.tolist()]
        kind = KINDS.get(str(s.dtype))
        if kind is None:
            kind = "text" if all(c == "missing" or c.startswith("text") for c in cells) else "mixed"
        columns.append({"name": name, "kind": kind, "cells": cells})
    return {"columns": columns, "rows": len(df)}


for folder in sys.argv[1:]:
    for path in sorted(Path(folder).glob("*.csv")):
        path.with_suffix(".json").write_text(json.dumps(dump(path), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

"""Computes golden.json: what Python's own literal_eval, eval, repr and str say.

    python3 golden.py > golden.json

Each case is {"source", and "repr" and "str", or "error"}. Sources in FOLDED go
through eval, since literal_eval does no arithmetic.
"""
import ast
import json
import random
import struct
import warnings

warnings.simplefilter("ignore")
random.seed(20231116)

LITERALS = r"""
None
True
False
0
00
0_0
01
1_000
1__0
1_
_1
0x1F
0XfF_ff
0x
0o17
0b101
0b2
0777
1L
-0
- 1
--1
+1
~1
1.
.5
1.5e3
1e5
1e-5
1_0.0_1e1_0
1e
1e400
-1e400
1j
00.5
09.5
09
1 .5
()
(1)
(1,)
(1, 2)
1, 2
1,
[]
[1, 'a', None,]
[,]
[1 2]
{}
{1}
{1, 1.0, True}
{'a': 1}
{'a': 1, 'b': [1, {'c': ()}]}
{1: 'a', True: 'b', 1.0: 'c'}
{(1, 2): 'a', (1.0, 2): 'b'}
{0.0: 1, -0.0: 2}
{[]: 1}
{{}: 1}
{[1]}
{([],): 1}
{'a'}
{'a': 1, **{}}
[*[1]]
set()
set([1])
frozenset()
'a' 'b'
'a' "b" '''c'''
('a'
 'b')
b'a' b'b'
'a' b'b'
u'a'
U"a"
ur'a'
r'\n'
R'\''
br'\x00'
Rb"\x00"
f'a'
f'{1}'
'a' f'b'
b'\x00\xff\'"'
b"\q\u0041\N"
b'\400'
b'é'
'\x41\u00e9\U0001F600'
'\x4'
'\u12'
'\U00110000'
'\0\01\012\0123\777\8'
'\a\b\f\n\r\t\v\\\'\"\q'
'a\
b'
'''a
b'''
''''a'''
'''a''''
''
""
''''''
"it's"
'say "hi"'
'it\'s "x"'
'	tab'
'é ñ 中 \u200b \xa0 \xad \u2028 \U000e0001 😀 \ue000'
'{"a": 1}'
'%s {} {{'
# comment
1 # comment
 1
	1
1;
1; 2
a
a.b
a()
lambda: 1
1 if 2 else 3
not True
1 < 2
[x for x in []]
print 1
'a
a'
(
)
[(])
'a'.b
'a' + 'b'
'a' * 2
[1] + [2]
-'a'
-None
x = 1
'\
'
(None)
((1))
((),)
{'a':1}['a']
{'epochs': '10', 'lr': 0.0001, 'gpu': -2.0, 'flag': True, 'size': (256, 256)}
{'arg': '--x', "b": "it's", 'c': "日本語"}
""".strip("\n").split("\n")

MULTILINE = ["('a'\n 'b')", "'a\\\nb'", "'''a\nb'''", "'''a\r\nb\rc'''", "'a\nb'", "'\\\n'", "1\n", "\n1", "1\n2", "[1,\n2,\n\n# c\n3]",
             "{\n  'a': 1,\n  'b': 2\n}", "1 \\\n", "(1,\\\n2)", "", " ", "\n", "'\x01\x7f'", "1\x0c", "\ufeff1", "1\u2060", "[1,\u200b2]", "[1,\u00a02]", "'\u2060'"]

FOLDED = r"""
1 + 2
1 - 2.5
2 * 3
7 / 2
6 / 3
0 / -5
-7 // 2
7 // -2
-7 % 3
7 % -3
-7.5 // 2
-7.5 % 2
7.5 % -2
0.0 % -2
-0.0 // 3
1e300 // 1e-300
5 // 0
5 % 0.0
5 / 0
2 ** 10
2 ** -1
10 ** -3
10 ** -5
10 ** -9
2.5 ** 3
0.1 ** 7
1.1 ** -13
3 ** 0.5
2 ** 0.5
0 ** 0
0 ** -1
0.0 ** -1
(-2) ** 3
-2 ** 2
(-1) ** 100001
1 ** 10000000
2 ** 100
2 ** 64 / 3
10 ** 400 / 10 ** 399
10 ** 400 / 10
1 / 3
1 / 10 ** 400
-1 / 10 ** 400
256 * 256 * 3
1e-3 * 10
True + True
-True
~5
~True
+False
1 - - 1
1e308 * 10
10 ** 308 * 10.0
10 ** 309 * 1.0
9007199254740993 / 1
9007199254740993 * 1.0
3 * 1e-5
1 << 3
'a' + 1
None + 1
1.5 // 0.1
1 % 0.1
""".strip("\n").split("\n")


def floats():
    for f in [0.1, 1e16, 1e15, 123456789012345680.0, 9999999999999998.0, 1e-4, 9.9999e-5, 5e-5, 5e-324, 1.7976931348623157e308, 2.0, -2.0, 1e22, 1e23, 0.0001, 0.00001]:
        yield repr(f)
    for _ in range(300):
        f = struct.unpack("<d", struct.pack("<Q", random.getrandbits(64)))[0]
        if f == f:
            yield repr(f)
    for _ in range(100):
        yield repr(random.random() * 10 ** random.randint(-8, 20))


def strings():
    for _ in range(100):
        kinds = [lambda: random.randrange(0, 128), lambda: random.randrange(0, 0x300), lambda: random.choice([39, 34, 92, 10])]
        yield repr("".join(chr(random.choice(kinds)()) for _ in range(12)))


def case(source, evaluate):
    try:
        value = evaluate(source)
    except Exception as err:
        return {"source": source, "error": type(err).__name__}
    if isinstance(value, complex):
        return {"source": source, "error": "complex"}
    return {"source": source, "repr": repr(value), "str": str(value)}


cases = [case(s, ast.literal_eval) for s in [*LITERALS, *MULTILINE, *floats(), *strings(), "9" * 4300, "9" * 4301]]
cases += [case(s, eval) for s in FOLDED]
print(json.dumps(cases, indent=0))

package python

import (
	"errors"
	"fmt"
	"math"
	"math/big"
)

var errZeroDivision = errors.New("division by zero")

// unary folds -x, +x and ~x for numbers.
func unary(op string, v Value) (Value, error) {
	switch v := number(v).(type) {
	case Int:
		switch op {
		case "-":
			return Int{new(big.Int).Neg(v.Int)}, nil
		case "+":
			return v, nil
		case "~":
			return checkedInt(new(big.Int).Not(v.Int))
		}
	case Float:
		switch op {
		case "-":
			return -v, nil
		case "+":
			return v, nil
		}
	}
	return nil, fmt.Errorf("bad operand for unary %s: %s", op, TypeName(v))
}

// binary folds + - * / // % ** for numbers, exactly as Python computes them. A
// power with a fractional exponent is folded for the square root alone: the
// last digit of others depends on the C library.
func binary(op string, a, b Value) (Value, error) {
	switch op {
	case "+", "-", "*", "/", "//", "%", "**":
	default:
		return nil, fmt.Errorf("operator %s is not folded", op)
	}
	a, b = number(a), number(b)
	if a == nil || b == nil {
		return nil, fmt.Errorf("operator %s is folded for numbers alone", op)
	}
	x, intX := a.(Int)
	y, intY := b.(Int)
	if negativePower := op == "**" && intY && y.Sign() < 0; intX && intY && !negativePower {
		return intBinary(op, x.Int, y.Int)
	}
	f, err := toFloat(a)
	if err != nil {
		return nil, err
	}
	g, err := toFloat(b)
	if err != nil {
		return nil, err
	}
	return floatBinary(op, f, g)
}

// number returns v as an Int or Float, nil when it is no number.
func number(v Value) Value {
	switch v := v.(type) {
	case Bool:
		if v {
			return NewInt(1)
		}
		return NewInt(0)
	case Int, Float:
		return v
	}
	return nil
}

func toFloat(v Value) (float64, error) {
	i, ok := v.(Int)
	if !ok {
		return float64(v.(Float)), nil
	}
	f, _ := new(big.Float).SetInt(i.Int).Float64()
	if math.IsInf(f, 0) {
		return 0, errors.New("int too large to convert to float")
	}
	return f, nil
}

func intBinary(op string, x, y *big.Int) (Value, error) {
	z := new(big.Int)
	switch op {
	case "+":
		return checkedInt(z.Add(x, y))
	case "-":
		return checkedInt(z.Sub(x, y))
	case "*":
		return checkedInt(z.Mul(x, y))
	case "**":
		return intPower(x, y)
	}
	if y.Sign() == 0 {
		return nil, errZeroDivision
	}
	if op == "/" {
		f, _ := new(big.Rat).SetFrac(x, y).Float64()
		if math.IsInf(f, 0) {
			return nil, errors.New("result too large for a float")
		}
		if f == 0 && (x.Sign() < 0) != (y.Sign() < 0) {
			f = math.Copysign(0, -1) // also of an exact zero: 0 / -5 is -0.0
		}
		return Float(f), nil
	}
	quotient, rest := z.QuoRem(x, y, new(big.Int))
	if rest.Sign() != 0 && rest.Sign() != y.Sign() { // floor, not truncate
		quotient.Sub(quotient, big.NewInt(1))
		rest.Add(rest, y)
	}
	if op == "//" {
		return checkedInt(quotient)
	}
	return checkedInt(rest)
}

// intPower computes x ** y for y >= 0 when the result is small enough.
func intPower(x, y *big.Int) (Value, error) {
	if x.BitLen() > 1 {
		if !y.IsInt64() || y.Int64() > 15000 || (int64(x.BitLen())-1)*y.Int64() > 15000 {
			return nil, errIntTooLarge
		}
	} else if y.BitLen() > 1 { // 0, 1 and -1: only the exponent's parity matters
		y = big.NewInt(2 + int64(y.Bit(0)))
	}
	return checkedInt(new(big.Int).Exp(x, y, nil))
}

func floatBinary(op string, f, g float64) (Value, error) {
	switch op {
	case "+":
		return Float(f + g), nil
	case "-":
		return Float(f - g), nil
	case "*":
		return Float(f * g), nil
	case "**":
		return floatPower(f, g)
	}
	if g == 0 {
		return nil, errZeroDivision
	}
	if op == "/" {
		return Float(f / g), nil
	}
	quotient, rest := floatDivmod(f, g)
	if op == "//" {
		return Float(quotient), nil
	}
	return Float(rest), nil
}

// floatDivmod follows float_divmod of CPython's Objects/floatobject.c.
func floatDivmod(f, g float64) (quotient, rest float64) {
	rest = math.Mod(f, g)
	div := (f - rest) / g
	if rest != 0 {
		if (g < 0) != (rest < 0) {
			rest += g
			div--
		}
	} else {
		rest = math.Copysign(0, g)
	}
	if div == 0 {
		return math.Copysign(0, f/g), rest
	}
	quotient = math.Floor(div)
	if div-quotient > 0.5 {
		quotient++
	}
	return quotient, rest
}

// floatPower rounds f ** g once, from an exact or nearly exact product.
func floatPower(f, g float64) (Value, error) {
	switch {
	case f == 0 && g < 0:
		return nil, errors.New("zero cannot be raised to a negative power")
	case g == 0.5 && f > 0 && !math.IsInf(f, 0):
		return Float(math.Sqrt(f)), nil
	case math.IsInf(f, 0), math.IsNaN(f), math.IsInf(g, 0), math.IsNaN(g), f == 0, g == 0:
		return Float(math.Pow(f, g)), nil // exact by definition
	case g != math.Trunc(g):
		return nil, errors.New("a power with a fractional exponent is not folded")
	case math.Abs(g) > 1<<20:
		return nil, errors.New("a power with so large an exponent is not folded")
	}
	const precision = 512
	base := new(big.Float).SetPrec(precision).SetFloat64(f)
	result := new(big.Float).SetPrec(precision).SetInt64(1)
	for n := int64(math.Abs(g)); n > 0; n >>= 1 {
		if n&1 == 1 {
			result.Mul(result, base)
		}
		base.Mul(base, base)
	}
	if g < 0 {
		result.Quo(big.NewFloat(1).SetPrec(precision), result)
	}
	power, _ := result.Float64()
	if math.IsInf(power, 0) {
		return nil, errors.New("result too large for a float")
	}
	return Float(power), nil
}

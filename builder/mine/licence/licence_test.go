package licence

import "testing"

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.
`

func TestIdentify(t *testing.T) {
	for text, want := range map[string]string{
		mit + "\nTHE SOFTWARE IS PROVIDED \"AS IS\"":                                                               "MIT",
		mit + "\nNobody may remove the filters.\n\nTHE SOFTWARE IS PROVIDED":                                       "",
		"Apache License\n   Version 2.0, January 2004":                                                             "Apache-2.0",
		"Licensed under the CC BY-NC-SA 4.0 license (https://creativecommons.org/licenses/by-nc-sa/4.0/legalcode)": "CC-BY-NC-SA-4.0",
		"Redistribution and use in source and binary forms, with or without":                                       "BSD-2-Clause",
		"": "",
	} {
		if got := Identify(text); got != want {
			t.Errorf("%.60q is %q, want %q", text, got, want)
		}
	}
}

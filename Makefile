# Podium. `make` alone lists the targets.
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
LDFLAGS  = -s -w -X podium/internal/program.Version=$(VERSION)
LINT     = github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
GO      ?= go

.PHONY: help build demo test lint bench images setup clean

help: ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1	\2/' | expand -t 18

build: ## put bin/builder and bin/scorer (static) in place
	$(GO) build -ldflags '$(LDFLAGS)' -o bin/builder ./builder
	$(GO) build -tags netgo,osusergo -ldflags '$(LDFLAGS) -linkmode external -extldflags -static' -o bin/scorer ./scorer

demo: ## build a release, score predictions in the embedded sandbox, grade submissions
	@scripts/demo

test: build ## set up what the tests need (Docker engine, images) and run them all, race detector on
	scripts/setup
	$(GO) run ./scripts/images build py
	PODIUM_JUDGE_PYTHON=$$(scripts/judge) $(GO) test -race -timeout 20m ./...

lint: ## vet, staticcheck, errorlint and the layer rule
	$(GO) run $(LINT) run ./...

bench: ## run the Go benchmarks
	$(GO) test -run '^$$' -bench . -benchmem ./...

images: ## build the images of the environments from Debian packages
	scripts/setup
	$(GO) run ./scripts/images build

clean: ## remove what the targets above made here
	rm -rf bin out

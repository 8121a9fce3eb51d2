# Debian 12 with everything that scripts/demo.sh and scripts/test.sh need: docs/reference/packages.md.
FROM debian:12
WORKDIR /novphy
COPY scripts/setup.sh scripts/packages.txt scripts/
# /novphy/.git does not reach the image, and no test needs it.
RUN bash -c 'source scripts/setup.sh && apt-get update -qq && need build && need test python' && rm -rf /var/lib/apt/lists/*
COPY . .
CMD ["scripts/demo.sh"]

#ifndef COSMIUM_FAILURE_HPP
#define COSMIUM_FAILURE_HPP

#include "COsmium.h"

#include <string>
#include <utility>

/// Why reading stopped. It never leaves this folder: the C face turns it into a state and a text.
struct Failure {
    osmium_state state;
    std::string detail;

    Failure(osmium_state state, std::string detail) : state(state), detail(std::move(detail)) {}
    explicit Failure(const char *damage) : state(osmium_damaged), detail(damage) {}
};

#endif

/// Files that are embedded into the program when it is built.

#ifndef CEMBEDDED_H
#define CEMBEDDED_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The bytes of a file, which are never freed.
struct embedded_file {
    const uint8_t *bytes;
    size_t size;
};

/// The column names of CSV files in other languages.
extern const struct embedded_file embedded_csv_headers;

/// Names and places for the invented people.
extern const struct embedded_file embedded_nations;

/// Letter-folding tables: letters without marks, transliterations to Latin, and readings of Han characters.
extern const struct embedded_file embedded_plain_letters;
extern const struct embedded_file embedded_latin_letters;
extern const struct embedded_file embedded_han_readings;

/// Variants of given names, the dialing rules of countries, and the names of countries.
extern const struct embedded_file embedded_given_names;
extern const struct embedded_file embedded_phone_plans;
extern const struct embedded_file embedded_country_names;

/// The settings of each environment, and the base settings they share, from the folder Configurations.
extern const struct embedded_file embedded_base_xcconfig;
extern const struct embedded_file embedded_dev_xcconfig;
extern const struct embedded_file embedded_qc_xcconfig;
extern const struct embedded_file embedded_prod_xcconfig;

#pragma clang assume_nonnull end

#endif

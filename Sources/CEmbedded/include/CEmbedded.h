/// Files that are part of the program, as they are on the disk when it is built.

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

/// The names of columns in CSV files in other languages.
extern const struct embedded_file embedded_csv_headers;

/// The names and places of the invented people.
extern const struct embedded_file embedded_nations;

/// How letters are folded: without marks, in Latin letters, and the readings of Han characters.
extern const struct embedded_file embedded_plain_letters;
extern const struct embedded_file embedded_latin_letters;
extern const struct embedded_file embedded_han_readings;

/// Forms of given names, the dialing rules of countries, and names of countries.
extern const struct embedded_file embedded_given_names;
extern const struct embedded_file embedded_phone_plans;
extern const struct embedded_file embedded_country_names;

/// The settings of the environments, and what they have in common: the files of the folder Configurations.
extern const struct embedded_file embedded_base_xcconfig;
extern const struct embedded_file embedded_dev_xcconfig;
extern const struct embedded_file embedded_qc_xcconfig;
extern const struct embedded_file embedded_prod_xcconfig;

#pragma clang assume_nonnull end

#endif

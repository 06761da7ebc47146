/**
 * The configuration model: records in, typed values, errors with their place, schema and reference out.
 */
@NullMarked
package io.keelson.kernel.config;

import org.jspecify.annotations.NullMarked;

/** Beans that ask for what public suites of the specification ask for. */
@NullMarked
package io.keelson.ejb.strict;

import org.jspecify.annotations.NullMarked;

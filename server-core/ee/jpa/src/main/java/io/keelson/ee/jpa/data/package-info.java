/**
 * Jakarta Data: the sessions that repositories work with, and the check that repositories have implementations. Hibernate's annotation
 * processor makes the implementations when an application is compiled. Hibernate is reached by its interfaces' names here, as an
 * application may bring its own.
 */
@NullMarked
package io.keelson.ee.jpa.data;

import org.jspecify.annotations.NullMarked;

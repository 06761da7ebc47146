/** The stores {@code jdbc} and {@code async-jdbc}: sessions in rows of a database, which several servers may share. */
@NullMarked
package io.keelson.session.jdbc;

import org.jspecify.annotations.NullMarked;

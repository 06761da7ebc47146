/** The store {@code file}: sessions in files of this server. */
@NullMarked
package io.keelson.session.file;

import org.jspecify.annotations.NullMarked;

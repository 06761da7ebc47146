/**
 * Jakarta Mail by Angus, the part {@code mail}: sessions that applications define. Sessions are thread-safe; docs/design/mail.md explains.
 */
@NullMarked
package io.keelson.ee.mail;

import org.jspecify.annotations.NullMarked;

/** Names that begin with {@code java:}, whatever initial context a client makes. Thread-safe. */
@NullMarked
package io.keelson.appclient.url.java;

import org.jspecify.annotations.NullMarked;

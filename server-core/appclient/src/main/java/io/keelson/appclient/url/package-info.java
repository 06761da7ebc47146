/** Where the JNDI of the JDK finds what knows names that begin with {@code java:}. Thread-safe. */
@NullMarked
package io.keelson.appclient.url;

import org.jspecify.annotations.NullMarked;

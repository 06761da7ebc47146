/** Context factory for names that begin with {@code java:}, where the JNDI of the JDK looks for it. Thread-safe. */
@NullMarked
package io.keelson.appclient.url;

import org.jspecify.annotations.NullMarked;

/**
 * Messages as the JMS server and its clients see them: values without behaviour, and their form in bytes. Everything here is immutable
 * but for the two byte buffers, which belong to whoever made them.
 */
@NullMarked
package io.keelson.jms.message;

import org.jspecify.annotations.NullMarked;

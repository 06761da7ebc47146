/** The seam of other protocols by which clients reach the JMS server of their server. See docs/design/amqp.md. */
@NullMarked
package io.keelson.jms.protocol;

import org.jspecify.annotations.NullMarked;

/**
 * Injection of {@code jakarta.jms.JMSContext}: one context for a transaction or, without one, for a request.
 *
 * <p>Specification: Messaging 3.1, 12.4 Injection of JMSContext objects.
 */
@NullMarked
package io.keelson.ee.cdi.messaging;

import org.jspecify.annotations.NullMarked;

/**
 * JMS in a server: the subsystem with its configuration, names, transactions and state. The parts below know no server:
 * {@code message}, {@code selector}, {@code engine}, {@code store}, {@code wire}, {@code broker}, {@code client}. See docs/design/jms.md.
 */
@NullMarked
package io.keelson.jms;

import org.jspecify.annotations.NullMarked;

package io.keelson.jms.wire;

import io.keelson.jms.message.MessageData;

/**
 * A message on its way to a consumer.
 *
 * @param tag names the delivery
 * @param deliveries how often it was delivered, this time included
 * @param redelivered true if it may have been delivered before
 */
public record Delivery(long tag, MessageData message, int deliveries, boolean redelivered) {}

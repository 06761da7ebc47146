package io.keelson.jms.protocol;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;

/**
 * AMQP of a server.
 *
 * @param amqp its limits
 */
@Section("servers.*")
public record ServerAmqp(
        @Setting(help = "Messages by AMQP 1.0, on the ports of HTTP.")
        AmqpSettings amqp) {}

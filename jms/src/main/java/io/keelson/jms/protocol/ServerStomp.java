package io.keelson.jms.protocol;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;

/**
 * STOMP of a server.
 *
 * @param stomp its limits
 */
@Section("servers.*")
public record ServerStomp(
        @Setting(help = "Messages by STOMP, on the ports of HTTP.")
        StompSettings stomp) {}

package io.keelson.base.log;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;

/**
 * The logs of a server.
 *
 * @param log the server log
 * @param accessLog the log of requests
 */
@Section(value = "servers.*", help = "The logs of a server.")
public record LogSection(
        @Setting(help = "The server log.") LogSettings log,
        @Setting(help = "The log of HTTP requests.") AccessLogSettings accessLog) {}

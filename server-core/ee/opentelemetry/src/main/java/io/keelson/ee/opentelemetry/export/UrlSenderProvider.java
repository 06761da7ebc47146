package io.keelson.ee.opentelemetry.export;

import io.keelson.ee.opentelemetry.sdk.ApplicationTelemetry;
import io.opentelemetry.sdk.common.export.HttpSender;
import io.opentelemetry.sdk.common.export.HttpSenderConfig;
import io.opentelemetry.sdk.common.export.HttpSenderProvider;

/** Gives the exporters of the SDK their senders. The library makes it by its service entry. */
public final class UrlSenderProvider implements HttpSenderProvider {
    @Override
    public HttpSender createSender(HttpSenderConfig config) {
        UrlSender sender = new UrlSender(config);
        ApplicationTelemetry.ofThread().ifPresent(telemetry -> telemetry.add(sender));
        return sender;
    }
}

package io.keelson.admin.watch;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import io.keelson.base.config.SettingException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Receiver of alarms over HTTP.
 *
 * @param url where it listens
 * @param authorization the Authorization field; null: none
 * @param headers further fields
 * @param timeout how long an attempt takes at most
 */
@Section(value = "webhooks.*", help = "Who is told of alarms: an address that takes JSON by POST.")
public record WebhookSettings(
        @Setting(
                help = "Its address, http or https. Do not put a password into it: it is shown.",
                required = true,
                change = Change.LIVE)
        String url,

        @Setting(help = "What the field Authorization says, as Bearer TOKEN.", secret = true, change = Change.LIVE)
        @Nullable
        String authorization,

        @Setting(help = "Further fields of the request. Not for secrets: they are shown.", change = Change.LIVE)
        Map<String, String> headers,

        @Setting(
                help = "How long an attempt takes at most; three are made.",
                defaultValue = "5s",
                min = "100ms",
                max = "60s",
                change = Change.LIVE)
        Duration timeout) {
    public WebhookSettings {
        headers = Map.copyOf(headers);
        address(url);
        headers.forEach((name, value) -> {
            if (!name.matches("[A-Za-z0-9-]+") || value.chars().anyMatch(Character::isISOControl)) {
                throw new SettingException("headers", "'" + name + "' with that value is no field of a request");
            }
        });
        if (authorization != null && authorization.chars().anyMatch(Character::isISOControl)) {
            throw new SettingException("authorization", "it has characters that no field can have");
        }
    }

    private static URI address(String url) {
        try {
            URI uri = new URI(url);
            if (uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
                return uri;
            }
        } catch (URISyntaxException e) {
            throw new SettingException(
                    "url", "not an address: " + e.getReason() + " at character " + (e.getIndex() + 1));
        }
        throw new SettingException("url", "expected an address that begins with http:// or https:// and names a host");
    }

    /** Returns where it listens. */
    URI address() {
        return address(url);
    }

    /** Without what is secret. */
    @Override
    public String toString() {
        return "WebhookSettings[url=" + url + "]";
    }
}

package io.keelson.admin.events;

import io.keelson.base.log.Severity;
import java.nio.charset.StandardCharsets;

/**
 * Something that has happened. Immutable.
 *
 * @param number counts the events of this server since its start
 * @param type what kind: {@code state}, {@code log}, {@code runtime}, {@code revision}, {@code restart}
 * @param severity how much a log record matters; INFO for what is none
 * @param data one JSON object without a line break
 */
record Event(long number, String type, Severity severity, String data) {
    /** Form of the stream (HTML Living Standard, 9.2.5). */
    byte[] bytes(String start) {
        return ("id: " + start + "-" + number + "\nevent: " + type + "\ndata: " + data + "\n\n")
                .getBytes(StandardCharsets.UTF_8);
    }
}

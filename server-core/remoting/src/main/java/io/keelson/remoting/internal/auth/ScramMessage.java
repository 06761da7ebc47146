package io.keelson.remoting.internal.auth;

import io.keelson.remoting.internal.wire.LoginRefusedException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** The attributes of a message of SCRAM, in their order: {@code r=...,s=...,i=...}. */
final class ScramMessage {
    private static final int LONGEST = 4096;

    private final List<String> attributes;

    private ScramMessage(List<String> attributes) {
        this.attributes = attributes;
    }

    static String text(byte[] data) throws LoginRefusedException {
        if (data.length > LONGEST) {
            throw new LoginRefusedException("a message of the login is too long");
        }
        return new String(data, StandardCharsets.UTF_8);
    }

    static ScramMessage parse(String text) {
        return new ScramMessage(new ArrayList<>(List.of(text.split(",", -1))));
    }

    /** The value of the attribute at a position, which must have that name. */
    String value(int at, char name) throws LoginRefusedException {
        String attribute = at < attributes.size() ? attributes.get(at) : "";
        if (attribute.length() < 2 || attribute.charAt(0) != name || attribute.charAt(1) != '=') {
            throw new LoginRefusedException("a message of the login has no attribute '" + name + "' where it must");
        }
        return attribute.substring(2);
    }

    byte[] bytes(int at, char name) throws LoginRefusedException {
        try {
            return Base64.getDecoder().decode(value(at, name));
        } catch (IllegalArgumentException e) {
            throw new LoginRefusedException("the attribute '" + name + "' of the login is not base64");
        }
    }

    /** A user's name as it is written (RFC 5802, 5.1). */
    static String escape(String user) {
        return user.replace("=", "=3D").replace(",", "=2C");
    }

    static String unescape(String written) throws LoginRefusedException {
        String rest = written.replace("=2C", "").replace("=3D", "");
        if (rest.contains("=")) {
            throw new LoginRefusedException("the user's name in the login is not written as it must be");
        }
        return written.replace("=2C", ",").replace("=3D", "=");
    }
}

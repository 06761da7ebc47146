package io.keelson.resource;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes out of what drivers say what must not be shown: passwords, and whatever of a URL may be one. Immutable. */
final class Redaction {
    static final String STARS = "******";

    private static final Pattern SECRET = Pattern.compile("(?i).*(pass|pwd|secret|token|credential).*");
    /** {@code //user:password@host}, and Oracle's {@code :user/password@host}. */
    private static final Pattern USER = Pattern.compile("//[^/@:]*:([^/@]*)@|:[^:/@]+/([^:/@]+)@");

    private static final Pattern PARAMETER = Pattern.compile("[?;&]([^=;&?]+)=([^;&]*)");

    /** Shorter ones would take ordinary words apart. */
    private static final int LEAST = 3;

    private final String url;
    private final String shown;
    private final List<String> secrets;
    private final Properties properties;

    /** Finds the secrets in a URL and in the properties that a driver gets. */
    Redaction(String url, Properties properties) {
        this.url = url;
        this.shown = Connector.shown(url);
        this.properties = (Properties) properties.clone();
        List<String> found = new ArrayList<>();
        for (String name : properties.stringPropertyNames()) {
            if (SECRET.matcher(name).matches()) {
                found.add(properties.getProperty(name));
            }
        }
        Matcher parameter = PARAMETER.matcher(url);
        while (parameter.find()) {
            if (SECRET.matcher(parameter.group(1)).matches()) {
                found.add(parameter.group(2));
            }
        }
        Matcher user = USER.matcher(url);
        while (user.find()) {
            found.add(user.group(1) == null ? user.group(2) : user.group(1));
        }
        found.removeIf(secret -> secret.length() < LEAST);
        // One may begin as another does.
        found.sort(Comparator.comparingInt(String::length).reversed());
        secrets = List.copyOf(found);
    }

    /** Returns whether it was made of such properties. */
    boolean isOf(Properties others) {
        return properties.equals(others);
    }

    /** The text without secrets. */
    String of(String text) {
        String clean = text.replace(url, shown);
        for (String secret : secrets) {
            clean = clean.replace(secret, STARS);
        }
        return clean;
    }
}

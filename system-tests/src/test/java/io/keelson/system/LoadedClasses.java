package io.keelson.system;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whose the metaspace of a server's JVM is: its class loaders by their class, as {@code jcmd VM.metaspace show-loaders} tells.
 *
 * @param loaders how many there are of each class
 * @param bytes what those use
 */
record LoadedClasses(Map<String, Integer> loaders, Map<String, Long> bytes) {
    private static final String APPLICATION = "io.keelson.kernel.loader.ApplicationClassLoader";
    private static final Pattern LOADER = Pattern.compile("\\d+: CLD 0x\\p{XDigit}+: (.+?), .*");
    private static final Pattern INSTANCE = Pattern.compile(".* instance of ([\\w.$]+).*");
    private static final Pattern USED = Pattern.compile("Both:.*?, +(\\d+) bytes \\([^)]*\\) used.*");

    /** Reads what the tool printed, with sizes in bytes. */
    static LoadedClasses of(String table) {
        Map<String, Integer> loaders = new TreeMap<>();
        Map<String, Long> bytes = new TreeMap<>();
        String now = "";
        for (String line : table.lines().map(String::strip).toList()) {
            Matcher loader = LOADER.matcher(line);
            Matcher used = USED.matcher(line);
            if (loader.matches()) {
                Matcher instance = INSTANCE.matcher(loader.group(1));
                now = instance.matches() ? instance.group(1) : loader.group(1);
                loaders.merge(now, 1, Integer::sum);
            } else if (used.matches() && !now.isEmpty()) {
                bytes.merge(now, Long.valueOf(used.group(1)), Long::sum);
                now = "";
            }
        }
        return new LoadedClasses(loaders, bytes);
    }

    /** Returns how many loaders of applications have classes. */
    int applications() {
        return loaders.getOrDefault(APPLICATION, 0);
    }

    /** Returns what the classes of applications take, the methods' profiles among it. */
    long applicationsKiB() {
        return bytes.getOrDefault(APPLICATION, 0L) / 1024;
    }

    /** Returns what all other classes take, the methods' profiles among it. */
    long serverKiB() {
        return bytes.values().stream().mapToLong(Long::longValue).sum() / 1024 - applicationsKiB();
    }
}

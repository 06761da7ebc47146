package io.keelson.perf;

import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * An attribute of the study's sessions: a graph of objects as applications have them, about {@value #BYTES} bytes when it is serialised.
 */
final class BusinessFolder implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Size when it is serialised; a test holds it to a tenth. */
    static final int BYTES = 1024;

    private static final int ENTRIES = 3;
    private static final int TEXT = 8;

    private final String name;
    private final Instant opened;
    private final Map<String, String> fields = new HashMap<>();
    private final List<Entry> entries = new ArrayList<>();
    private final long changes;

    private record Entry(long number, String text, BigDecimal amount, LocalDate due) implements Serializable {}

    /**
     * Makes one.
     *
     * @param changes how often it was changed; other content for each
     */
    BusinessFolder(String name, long changes) {
        SplittableRandom random = new SplittableRandom(31L * name.hashCode() + changes);
        this.name = name;
        this.changes = changes;
        opened = Instant.ofEpochMilli(random.nextLong(1L << 40));
        for (String field : List.of("street", "city", "country", "phone")) {
            fields.put(field, text(random));
        }
        for (int i = 0; i < ENTRIES; i++) {
            entries.add(new Entry(
                    random.nextLong(),
                    text(random),
                    BigDecimal.valueOf(random.nextInt(1_000_000), 2),
                    LocalDate.ofEpochDay(random.nextInt(20_000))));
        }
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder(TEXT);
        for (int i = 0; i < TEXT; i++) {
            text.append((char) ('a' + random.nextInt(26)));
        }
        return text.toString();
    }

    /** This folder after another change. */
    BusinessFolder changed() {
        return new BusinessFolder(name, changes + 1);
    }

    /** Returns how often it was changed. */
    long changes() {
        return changes;
    }

    /** Adds a row of a page. */
    void compose(StringBuilder page, int row) {
        Entry entry = entries.get(row % ENTRIES);
        page.append("<tr><td>")
                .append(row)
                .append("</td><td>")
                .append(entry.text)
                .append("</td><td>")
                .append(entry.amount)
                .append("</td><td>")
                .append(entry.due)
                .append("</td><td>")
                .append(fields.get("city"))
                .append(opened.getEpochSecond())
                .append("</td></tr>\n");
    }
}

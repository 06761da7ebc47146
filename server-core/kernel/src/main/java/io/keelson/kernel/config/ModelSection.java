package io.keelson.kernel.config;

import io.keelson.base.config.Section;
import java.util.Collections;
import java.util.List;

/**
 * A record of the model and where it lies.
 *
 * @param path the path, with {@code *} for each name of a mapping
 */
record ModelSection(Section section, SettingPath path, RecordBinding record) {
    static final String EACH = "*";

    /** Returns how many names stand between the domain and a record of this section. */
    int names() {
        return Collections.frequency(path.keys(), EACH);
    }

    /** Returns whether it is about one server. */
    boolean ofServer() {
        List<String> keys = path.keys();
        return keys.size() >= 2
                && keys.get(0).equals(Model.SERVERS)
                && keys.get(1).equals(EACH);
    }
}

package io.keelson.deploy.internal.index;

import io.keelson.deploy.spi.Archive;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jboss.jandex.CompositeIndex;
import org.jboss.jandex.IndexView;

/**
 * The index of an application. Immutable, thread-safe.
 *
 * @param classes of its own classes
 * @param libraries of each library, by file name
 * @param whole of all of them
 */
public record ApplicationIndex(IndexView classes, Map<String, IndexView> libraries, IndexView whole) {
    static ApplicationIndex of(IndexView classes, Map<String, IndexView> libraries) {
        List<IndexView> all = new ArrayList<>();
        all.add(classes);
        all.addAll(libraries.values());
        return new ApplicationIndex(classes, Map.copyOf(libraries), CompositeIndex.create(all));
    }

    /** The index of one library. */
    public IndexView of(Archive.Library library) {
        IndexView index = libraries.get(library.name());
        if (index == null) {
            throw new IllegalArgumentException("not a library of this application: " + library.path());
        }
        return index;
    }
}

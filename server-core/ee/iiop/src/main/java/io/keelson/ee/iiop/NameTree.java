package io.keelson.ee.iiop;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The names of views: {@code app/module/Bean!interface}, and where that is one view alone {@code app/module/Bean} and {@code app/Bean}; a
 * home goes before other interfaces. {@code java:global} may stand before. Immutable.
 */
final class NameTree {
    private static final String GLOBAL = "java:global";

    private final Map<String, ServedView> byPath = new TreeMap<>();

    /** Also those whose objects are not found by a name alone. */
    private final Map<String, ServedView> all = new HashMap<>();

    NameTree(Collection<ServedView> views) {
        Map<String, List<ServedView>> shortNames = new HashMap<>();
        for (ServedView view : views) {
            all.put(view.path(), view);
            if (view.named()) {
                byPath.put(view.path(), view);
                for (String name : shortNames(view.path())) {
                    shortNames.computeIfAbsent(name, none -> new ArrayList<>()).add(view);
                }
            }
        }
        shortNames.forEach((name, found) -> {
            ServedView only = only(found);
            if (only != null) {
                byPath.putIfAbsent(name, only);
            }
        });
    }

    private static List<String> shortNames(String path) {
        int end = path.indexOf('!');
        String bean = end < 0 ? path : path.substring(0, end);
        int first = bean.indexOf('/');
        int last = bean.lastIndexOf('/');
        return first == last ? List.of(bean) : List.of(bean, bean.substring(0, first) + bean.substring(last));
    }

    private static @Nullable ServedView only(List<ServedView> found) {
        if (found.size() == 1) {
            return found.get(0);
        }
        List<ServedView> homes = found.stream().filter(ServedView::home).toList();
        return homes.size() == 1 ? homes.get(0) : null;
    }

    /** Returns a path as the tree has it: without {@code java:global}. */
    static String plain(String path) {
        if (path.equals(GLOBAL)) {
            return "";
        }
        return path.startsWith(GLOBAL + "/") ? path.substring(GLOBAL.length() + 1) : path;
    }

    @Nullable
    ServedView find(String path) {
        return byPath.get(plain(path));
    }

    /** Returns any view by its whole path; null where there is none. */
    @Nullable
    ServedView any(String path) {
        return all.get(plain(path));
    }

    /** Returns true if names lie below the path. */
    boolean isContext(String path) {
        String plain = plain(path);
        return plain.isEmpty() || byPath.keySet().stream().anyMatch(each -> each.startsWith(plain + "/"));
    }

    /** Returns the names right below a path in their order; true for those that are contexts. */
    Map<String, Boolean> below(String path) {
        String plain = plain(path);
        String prefix = plain.isEmpty() ? "" : plain + "/";
        Map<String, Boolean> names = new TreeMap<>();
        for (String each : byPath.keySet()) {
            if (each.startsWith(prefix)) {
                String rest = each.substring(prefix.length());
                int end = rest.indexOf('/');
                names.merge(end < 0 ? rest : rest.substring(0, end), end >= 0, Boolean::logicalOr);
            }
        }
        return names;
    }
}

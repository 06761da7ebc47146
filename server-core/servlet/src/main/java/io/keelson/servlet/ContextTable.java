package io.keelson.servlet;

import io.keelson.servlet.container.WebApplication;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Applications by context path. Immutable. A look-up goes over the path once, whatever the number of applications, and
 * allocates nothing: the hash of each prefix comes from that of the one before.
 *
 * <p>Specification: Servlet 6.1, 12.1 Use of URL Paths.
 */
final class ContextTable {
    private final @Nullable WebApplication[] slots;
    private final int mask;
    private final @Nullable WebApplication root;

    ContextTable(Collection<WebApplication> applications) {
        int size = Integer.highestOneBit(Math.max(4, applications.size() * 4));
        slots = new @Nullable WebApplication[size];
        mask = size - 1;
        WebApplication atRoot = null;
        for (WebApplication application : applications) {
            if (application.address().reach().isEmpty()) {
                atRoot = application;
            } else {
                int slot = application.address().reach().hashCode() & mask;
                while (slots[slot] != null) {
                    slot = slot + 1 & mask;
                }
                slots[slot] = application;
            }
        }
        root = atRoot;
    }

    /** The application with the longest context path that the path starts with; null where there is none. */
    @Nullable
    WebApplication find(String path) {
        WebApplication found = root;
        int hash = 0;
        for (int i = 0; i <= path.length(); i++) {
            if (i > 0 && (i == path.length() || path.charAt(i) == '/')) {
                WebApplication longer = probe(path, i, hash);
                found = longer == null ? found : longer;
            }
            if (i < path.length()) {
                hash = 31 * hash + path.charAt(i);
            }
        }
        return found;
    }

    private @Nullable WebApplication probe(String path, int length, int hash) {
        for (int slot = hash & mask; ; slot = slot + 1 & mask) {
            WebApplication application = slots[slot];
            if (application == null) {
                return null;
            }
            String context = application.address().reach();
            if (context.length() == length && path.startsWith(context)) {
                return application;
            }
        }
    }
}

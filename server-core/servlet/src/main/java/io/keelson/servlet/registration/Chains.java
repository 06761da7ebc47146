package io.keelson.servlet.registration;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The filter chains that lead to one servlet by one kind of dispatch. Which filters apply depends on
 * the path, so a chain is kept for each set of rules that has matched: the chains are immutable and shared by all requests.
 * Thread-safe.
 *
 * <p>Specification: Servlet 6.1, 6.2.4 Configuration of Filters in a Web Application.
 */
final class Chains {
    /** Rules are told apart by the bits of a long. Beyond that many a chain is built for each request. */
    private static final int MOST_RULES = 64;

    private static final int MOST_CHAINS = 256;

    private final FilterRule[] byPath;
    private final FilterRule[] byServlet;
    private final ServletNode end;
    private final FilterChain without;
    private final ConcurrentMap<Long, FilterChain> chains = new ConcurrentHashMap<>();

    /** Makes those of the rules that apply; {@code end} is the servlet. */
    Chains(List<FilterRule> rules, DispatcherType dispatcher, String servlet, ServletNode end) {
        List<FilterRule> path = new ArrayList<>();
        List<FilterRule> named = new ArrayList<>();
        for (FilterRule rule : rules) {
            if (rule.dispatchers().contains(dispatcher)) {
                if (!rule.patterns().isEmpty()) {
                    path.add(rule);
                }
                if (rule.forServlet(servlet)) {
                    named.add(rule);
                }
            }
        }
        byPath = path.toArray(FilterRule[]::new);
        byServlet = named.toArray(FilterRule[]::new);
        this.end = end;
        without = build(0L);
    }

    /** The chain of a path below the context root; of a named dispatcher where {@code path} is null. */
    FilterChain find(@org.jspecify.annotations.Nullable String path) {
        if (byPath.length == 0 || path == null) {
            return without;
        }
        if (byPath.length > MOST_RULES) {
            return buildFor(path);
        }
        long matched = 0;
        for (int i = 0; i < byPath.length; i++) {
            if (byPath[i].forPath(path)) {
                matched |= 1L << i;
            }
        }
        if (matched == 0) {
            return without;
        }
        FilterChain chain = chains.get(matched);
        return chain == null ? add(matched) : chain;
    }

    private FilterChain add(long matched) {
        FilterChain chain = build(matched);
        if (chains.size() < MOST_CHAINS) {
            chains.put(matched, chain);
        }
        return chain;
    }

    private FilterChain build(long matched) {
        Set<DeployedFilter> filters = new LinkedHashSet<>();
        for (int i = 0; i < byPath.length && i < MOST_RULES; i++) {
            if ((matched & 1L << i) != 0) {
                filters.add(byPath[i].filter());
            }
        }
        return link(filters);
    }

    private FilterChain buildFor(String path) {
        Set<DeployedFilter> filters = new LinkedHashSet<>();
        Arrays.stream(byPath).filter(rule -> rule.forPath(path)).forEach(rule -> filters.add(rule.filter()));
        return link(filters);
    }

    /** Path rules come first, then those by servlet; a filter is in a chain once. */
    private FilterChain link(Set<DeployedFilter> filters) {
        Arrays.stream(byServlet).forEach(rule -> filters.add(rule.filter()));
        List<DeployedFilter> ordered = List.copyOf(filters);
        FilterChain chain = end;
        for (int i = ordered.size() - 1; i >= 0; i--) {
            chain = new FilterNode(ordered.get(i), chain);
        }
        return chain;
    }
}

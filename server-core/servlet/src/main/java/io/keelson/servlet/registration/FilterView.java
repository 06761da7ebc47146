package io.keelson.servlet.registration;

import io.keelson.servlet.path.PathPattern;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A filter as code that registers filters sees it.
 *
 * <p>Specification: Servlet 6.1, 4.4.2 Programmatically Adding and Configuring Filters.
 */
final class FilterView implements FilterRegistration.Dynamic {
    private final Registry registry;
    private final DeployedFilter filter;

    FilterView(Registry registry, DeployedFilter filter) {
        this.registry = registry;
        this.filter = filter;
    }

    @Override
    public void addMappingForServletNames(
            @Nullable EnumSet<DispatcherType> dispatchers, boolean isMatchAfter, String... servletNames) {
        add(dispatchers, isMatchAfter, List.of(), given(servletNames));
    }

    @Override
    public void addMappingForUrlPatterns(
            @Nullable EnumSet<DispatcherType> dispatchers, boolean isMatchAfter, String... urlPatterns) {
        add(dispatchers, isMatchAfter, given(urlPatterns), List.of());
    }

    private List<String> given(String... names) {
        if (names == null || names.length == 0) {
            throw new IllegalArgumentException("filter " + filter.name() + ": neither patterns nor servlets given");
        }
        return List.of(names);
    }

    private void add(
            @Nullable EnumSet<DispatcherType> dispatchers,
            boolean after,
            List<String> patterns,
            List<String> servlets) {
        registry.phase().checkOpenForComponents();
        Set<DispatcherType> kinds = dispatchers == null ? Set.of() : dispatchers;
        registry.add(Registry.rule(filter, patterns, servlets, kinds), after);
    }

    private Stream<FilterRule> rules() {
        return registry.rules().stream().filter(rule -> rule.filter().name().equals(filter.name()));
    }

    @Override
    public Collection<String> getServletNameMappings() {
        return rules().flatMap(rule -> rule.servlets().stream()).distinct().toList();
    }

    @Override
    public Collection<String> getUrlPatternMappings() {
        return rules().flatMap(rule -> rule.patterns().stream())
                .map(PathPattern::text)
                .distinct()
                .toList();
    }

    @Override
    public void setAsyncSupported(boolean supported) {
        registry.phase().checkStarting();
        filter.asyncSupported = supported;
    }

    @Override
    public String getName() {
        return filter.name();
    }

    @Override
    public @Nullable String getClassName() {
        if (filter.given != null) {
            return filter.given.getClass().getName();
        }
        return filter.type != null ? filter.type.getName() : filter.className;
    }

    @Override
    public boolean setInitParameter(String name, String value) {
        registry.phase().checkStarting();
        return InitParameters.set(filter.initParameters(), name, value);
    }

    @Override
    public @Nullable String getInitParameter(String name) {
        return filter.initParameters().get(name);
    }

    @Override
    public Set<String> setInitParameters(Map<String, String> parameters) {
        registry.phase().checkStarting();
        return InitParameters.setAll(filter.initParameters(), parameters);
    }

    @Override
    public Map<String, String> getInitParameters() {
        return Map.copyOf(filter.initParameters());
    }
}

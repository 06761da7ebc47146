package io.keelson.component.environment;

import io.keelson.component.descriptor.ComponentDescriptor.ResourceKind;
import io.keelson.component.spi.InjectionSource;
import io.keelson.component.spi.InjectionSources;
import java.lang.annotation.Annotation;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The injection sources of one deployment by what they serve. Confined to the deploying thread until closed to more, thread-safe then. */
public final class Sources implements InjectionSources {
    private final Map<Class<? extends Annotation>, InjectionSource> byAnnotation = new HashMap<>();
    private final Map<ResourceKind, InjectionSource> byKind = new EnumMap<>(ResourceKind.class);
    private boolean closed;

    @Override
    public void add(InjectionSource source) {
        if (closed) {
            throw new IllegalStateException(
                    "an injection source is added after the deployment has started; add it in prepare");
        }
        source.annotations().forEach(annotation -> put(byAnnotation, annotation, source));
        source.references().forEach(kind -> put(byKind, kind, source));
    }

    private static <K> void put(Map<K, InjectionSource> into, K key, InjectionSource source) {
        InjectionSource other = into.putIfAbsent(key, source);
        if (other != null && other != source) {
            throw new IllegalStateException(key + " is served by " + other + " already, and by " + source);
        }
    }

    /** Takes no more sources. */
    public void close() {
        closed = true;
    }

    /** Returns the annotations that are served. */
    public Set<Class<? extends Annotation>> annotations() {
        return Set.copyOf(byAnnotation.keySet());
    }

    /** Returns the source of an annotation; null where there is none. */
    public @Nullable InjectionSource of(Class<? extends Annotation> annotation) {
        return byAnnotation.get(annotation);
    }

    /** Returns the source of a kind of references; null where there is none. */
    public @Nullable InjectionSource of(ResourceKind kind) {
        return byKind.get(kind);
    }
}

package io.keelson.admin.otlp;

import io.keelson.admin.telemetry.ExporterFactory;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.common.ComponentLoader;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.common.export.HttpSenderProvider;
import io.opentelemetry.sdk.resources.Resource;
import java.util.List;

/** Parts that the sending of figures and of spans has in common: who says it, and by what means. */
final class Sending {
    private Sending() {}

    /** Finds our sender and nothing that may lie elsewhere. */
    static ComponentLoader only(HttpSenderProvider sender) {
        return new ComponentLoader() {
            @Override
            public <T> Iterable<T> load(Class<T> type) {
                return type.isInstance(sender) ? List.of(type.cast(sender)) : List.of();
            }
        };
    }

    /** The server (semantic conventions {@code service.*}). */
    static Resource resource(ExporterFactory.Origin origin) {
        var all = Attributes.builder()
                .put("service.name", "keelson")
                .put("service.namespace", origin.domainName())
                .put("service.instance.id", origin.server())
                .put("service.version", origin.version())
                .put("keelson.domain", origin.domainName());
        origin.cluster().ifPresent(cluster -> all.put("keelson.cluster", cluster));
        return Resource.getDefault().merge(Resource.create(all.build()));
    }

    /** Of what part of the server. */
    static InstrumentationScopeInfo scope(ExporterFactory.Origin origin) {
        return InstrumentationScopeInfo.builder("io.keelson")
                .setVersion(origin.version())
                .build();
    }
}

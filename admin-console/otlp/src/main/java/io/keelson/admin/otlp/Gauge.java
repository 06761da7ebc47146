package io.keelson.admin.otlp;

import io.keelson.admin.telemetry.Figure;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.GaugeData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.resources.Resource;
import java.util.List;

/** The figures of one metric as the library has them. Immutable. */
final class Gauge implements MetricData {
    /** A gauge has no beginning. */
    private static final long NO_START = 0;

    private final Resource resource;
    private final InstrumentationScopeInfo scope;
    private final String name;
    private final String unit;
    private final boolean whole;
    private final GaugeData<?> data;

    /**
     * A metric.
     *
     * @param figures at least one, all of that name
     * @param epochNanos when they were so
     */
    Gauge(Resource resource, InstrumentationScopeInfo scope, String name, List<Figure> figures, long epochNanos) {
        this.resource = resource;
        this.scope = scope;
        this.name = name;
        this.unit = figures.get(0).unit();
        this.whole = figures.stream().allMatch(Figure::whole);
        this.data = whole ? whole(figures, epochNanos) : broken(figures, epochNanos);
    }

    private static GaugeData<LongPointData> whole(List<Figure> figures, long at) {
        return GaugeData.createLongGaugeData(figures.stream()
                .map(one -> LongPointData.create(NO_START, at, labels(one), (long) one.value()))
                .toList());
    }

    private static GaugeData<DoublePointData> broken(List<Figure> figures, long at) {
        return GaugeData.createDoubleGaugeData(figures.stream()
                .map(one -> DoublePointData.create(NO_START, at, labels(one), one.value(), List.of()))
                .toList());
    }

    private static Attributes labels(Figure one) {
        return OtlpExporter.attributes(one.labels());
    }

    @Override
    public Resource getResource() {
        return resource;
    }

    @Override
    public InstrumentationScopeInfo getInstrumentationScopeInfo() {
        return scope;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public String getDescription() {
        return "";
    }

    @Override
    public String getUnit() {
        return unit;
    }

    @Override
    public MetricDataType getType() {
        return whole ? MetricDataType.LONG_GAUGE : MetricDataType.DOUBLE_GAUGE;
    }

    @Override
    public Data<?> getData() {
        return data;
    }
}

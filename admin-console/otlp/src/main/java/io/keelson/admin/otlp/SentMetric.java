package io.keelson.admin.otlp;

import io.keelson.admin.telemetry.Figure;
import io.keelson.admin.telemetry.Metric;
import io.keelson.admin.telemetry.Metric.Kind;
import io.keelson.base.measure.Distribution;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.GaugeData;
import io.opentelemetry.sdk.metrics.data.HistogramData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.resources.Resource;
import java.util.List;
import java.util.stream.Stream;

/**
 * A metric as the library has it: what only grows is a cumulative sum, how values are spread a cumulative histogram, all else a gauge.
 * Immutable.
 */
final class SentMetric implements MetricData {
    /** A gauge has no beginning. */
    private static final long NO_START = 0;

    private static final AggregationTemporality SINCE_START = AggregationTemporality.CUMULATIVE;

    private final Resource resource;
    private final InstrumentationScopeInfo scope;
    private final Metric metric;
    private final boolean whole;
    private final Span time;
    private final Data<?> data;

    /**
     * Time span that figures cover, in nanoseconds since the epoch.
     *
     * @param start when the server began to count
     * @param now when they were so
     */
    record Span(long start, long now) {}

    SentMetric(Resource resource, InstrumentationScopeInfo scope, Metric metric, Span time) {
        this.resource = resource;
        this.scope = scope;
        this.metric = metric;
        this.time = time;
        this.whole = metric.figures().stream().allMatch(Figure::whole);
        this.data = switch (metric.kind()) {
            case HISTOGRAM -> HistogramData.create(SINCE_START, spread().toList());
            case COUNTER ->
                whole
                        ? SumData.createLongSumData(true, SINCE_START, longs(time.start()))
                        : SumData.createDoubleSumData(true, SINCE_START, doubles(time.start()));
            case GAUGE, UNKNOWN ->
                whole
                        ? GaugeData.createLongGaugeData(longs(NO_START))
                        : GaugeData.createDoubleGaugeData(doubles(NO_START));
        };
    }

    private List<LongPointData> longs(long start) {
        return metric.figures().stream()
                .map(one -> LongPointData.create(start, time.now(), labels(one), (long) one.value()))
                .toList();
    }

    private List<DoublePointData> doubles(long start) {
        return metric.figures().stream()
                .map(one -> DoublePointData.create(start, time.now(), labels(one), one.value(), List.of()))
                .toList();
    }

    private Stream<HistogramPointData> spread() {
        return metric.figures().stream().flatMap(one -> {
            Distribution values = one.distribution();
            return values == null ? Stream.empty() : Stream.of(spread(one, values));
        });
    }

    private HistogramPointData spread(Figure one, Distribution values) {
        return HistogramPointData.create(
                time.start(),
                time.now(),
                labels(one),
                values.sum(),
                false,
                0,
                false,
                0,
                values.bounds(),
                values.counts());
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
        return metric.name();
    }

    @Override
    public String getDescription() {
        return metric.help();
    }

    @Override
    public String getUnit() {
        return metric.ucum();
    }

    @Override
    public MetricDataType getType() {
        Kind kind = metric.kind();
        if (kind == Kind.HISTOGRAM) {
            return MetricDataType.HISTOGRAM;
        }
        if (kind == Kind.COUNTER) {
            return whole ? MetricDataType.LONG_SUM : MetricDataType.DOUBLE_SUM;
        }
        return whole ? MetricDataType.LONG_GAUGE : MetricDataType.DOUBLE_GAUGE;
    }

    @Override
    public Data<?> getData() {
        return data;
    }
}

package io.keelson.ee.batch.night;

import jakarta.batch.api.BatchProperty;
import jakarta.batch.api.chunk.AbstractItemReader;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.io.Serializable;

/** Reads numbers from one to another, and knows where it is. */
@Named
@Dependent
public class Numbers extends AbstractItemReader {
    @Inject
    @BatchProperty
    private int from;

    @Inject
    @BatchProperty
    private int to;

    private int next;

    @Override
    public void open(Serializable checkpoint) {
        next = checkpoint == null ? from : (Integer) checkpoint;
    }

    @Override
    public Object readItem() {
        return next > to ? null : next++;
    }

    @Override
    public Serializable checkpointInfo() {
        return next;
    }
}

package jobs;

import jakarta.batch.api.chunk.AbstractItemReader;
import java.io.Serializable;

/** Reads numbers up to 100, slowly. */
public class Numbers extends AbstractItemReader {
    private int next;

    @Override
    public void open(Serializable checkpoint) {
        next = checkpoint == null ? 1 : (Integer) checkpoint;
    }

    @Override
    public Object readItem() throws InterruptedException {
        Thread.sleep(40);
        return next > 100 ? null : next++;
    }

    @Override
    public Serializable checkpointInfo() {
        return next;
    }
}

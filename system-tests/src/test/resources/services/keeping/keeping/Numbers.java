package keeping;

import jakarta.batch.api.chunk.AbstractItemReader;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Named;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Reads from 0 to 9, and breaks at 5 the first time: the second goes on at its checkpoint. */
@Named
@Dependent
public class Numbers extends AbstractItemReader {
    private int next;

    @Override
    public void open(Serializable checkpoint) {
        next = checkpoint == null ? 0 : ((Box) checkpoint).number;
        KeepingServlet.OPENED.add(next);
    }

    @Override
    public Object readItem() {
        if (next == 5 && KeepingServlet.OPENED.size() == 1) {
            throw new IllegalStateException("the first time");
        }
        return next < 10 ? next++ : null;
    }

    @Override
    public Serializable checkpointInfo() {
        return new Box(next, new ArrayList<>(List.of("next")));
    }
}

package keeping;

import jakarta.batch.api.chunk.AbstractItemWriter;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Named;
import java.util.List;

@Named
@Dependent
public class Sink extends AbstractItemWriter {
    @Override
    public void writeItems(List<Object> items) {
        KeepingServlet.WRITTEN.addAll(items);
    }
}

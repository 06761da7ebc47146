package jobs;

import jakarta.batch.api.chunk.AbstractItemWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.List;
import javax.naming.InitialContext;
import javax.sql.DataSource;

/** Writes rows in the transaction of the chunk, with the process that writes them. */
public class Rows extends AbstractItemWriter {
    @Override
    public void writeItems(List<Object> items) throws Exception {
        DataSource database = InitialContext.doLookup("java:comp/DefaultDataSource");
        try (Connection connection = database.getConnection();
                PreparedStatement insert = connection.prepareStatement("insert into copied(item, process) values (?, ?)")) {
            for (Object item : items) {
                insert.setInt(1, (Integer) item);
                insert.setLong(2, ProcessHandle.current().pid());
                insert.executeUpdate();
            }
        }
    }
}

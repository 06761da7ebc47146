package io.keelson.ee.batch.night;

import jakarta.annotation.Resource;
import jakarta.batch.api.chunk.AbstractItemWriter;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Named;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.List;
import javax.sql.DataSource;

/** Writes rows in the transaction of the chunk. */
@Named
@Dependent
public class Rows extends AbstractItemWriter {
    @Resource
    private DataSource database;

    @Override
    public void writeItems(List<Object> items) throws Exception {
        try (Connection connection = database.getConnection();
                PreparedStatement insert = connection.prepareStatement("insert into night(item) values (?)")) {
            for (Object item : items) {
                insert.setString(1, item.toString());
                insert.executeUpdate();
            }
        }
    }
}

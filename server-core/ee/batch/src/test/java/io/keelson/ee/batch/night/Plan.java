package io.keelson.ee.batch.night;

import jakarta.batch.api.partition.PartitionMapper;
import jakarta.batch.api.partition.PartitionPlan;
import jakarta.batch.api.partition.PartitionPlanImpl;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Named;
import java.util.Properties;

/** Three partitions of ten numbers. */
@Named
@Dependent
public class Plan implements PartitionMapper {
    @Override
    public PartitionPlan mapPartitions() {
        PartitionPlanImpl plan = new PartitionPlanImpl();
        plan.setPartitions(3);
        plan.setThreads(2);
        Properties[] properties = new Properties[3];
        for (int i = 0; i < 3; i++) {
            properties[i] = new Properties();
            properties[i].setProperty("from", Integer.toString(i * 10 + 1));
            properties[i].setProperty("to", Integer.toString(i * 10 + 10));
        }
        plan.setPartitionProperties(properties);
        return plan;
    }
}

package io.keelson.ejb.container;

import io.keelson.base.time.Ticker;
import io.keelson.component.spi.MessageInflows;
import io.keelson.ejb.context.BeanContext;
import io.keelson.ejb.entity.ClusterInvalidations;
import io.keelson.ejb.timer.TimerStores;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.replica.ReplicatedObjects;
import io.keelson.kernel.spi.transaction.TransactionControl;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/**
 * The services of the server that beans use. Immutable.
 *
 * @param manager of transactions
 * @param transactions the same for rooms of the server
 * @param ticker of the server
 * @param context the context object of all beans
 * @param scheduler wakes timers; runs short tasks only
 * @param timers opens the stores of persistent timers
 * @param objects opens groups of stateful beans that have copies on other servers
 * @param passivated the directory of stateful beans that are on disk
 * @param invalidations tells other members of the cluster what transactions of entity beans have changed
 * @param naming the names of the server
 * @param components what handles of beans lead to
 * @param inflows brings messages of resource adapters; empty where there are none
 * @param settings the settings in force
 * @param production true in production mode
 */
public record ContainerServices(
        TransactionManager manager,
        TransactionControl transactions,
        Ticker ticker,
        BeanContext context,
        ScheduledExecutorService scheduler,
        TimerStores timers,
        ReplicatedObjects objects,
        Path passivated,
        ClusterInvalidations invalidations,
        Naming naming,
        OpenComponents components,
        Optional<MessageInflows> inflows,
        Supplier<EnterpriseBeansSettings> settings,
        boolean production) {}

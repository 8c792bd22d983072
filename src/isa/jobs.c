// SPDX-License-Identifier: MIT
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "isa/isa.h"

struct queue {
	struct isa_job *jobs;
	size_t count;
	atomic_size_t next;
};

static void *work(void *data)
{
	struct queue *queue = data;
	struct isa_scanner *scanner = isa_scanner_new();
	size_t next;

	while ((next = atomic_fetch_add(&queue->next, 1)) < queue->count) {
		struct isa_job *job = &queue->jobs[next];

		job->result =
		    isa_scan(scanner, job->path, &job->request, &job->report, &job->error);
	}
	isa_scanner_free(scanner);
	return NULL;
}

void isa_scan_jobs(struct isa_job *jobs, size_t count, unsigned threads)
{
	struct queue queue = {.jobs = jobs, .count = count};
	long processors = sysconf(_SC_NPROCESSORS_ONLN);

	if (threads == 0)
		threads = processors > 0 ? (unsigned)processors : 1;
	if (threads > count)
		threads = count > 0 ? (unsigned)count : 1;
	/* This thread works too; one that cannot be started is done without. */
	pthread_t *others = xcalloc(threads, sizeof(*others));
	unsigned started = 0;
	while (started + 1 < threads && pthread_create(&others[started], NULL, work, &queue) == 0)
		started++;
	work(&queue);
	for (unsigned i = 0; i < started; i++)
		pthread_join(others[i], NULL);
	free(others);
}

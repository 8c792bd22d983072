// SPDX-License-Identifier: MIT
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "isa/isa.h"

/*
 * Files are in memory while they are scanned. All that are scanned at a time are together no larger
 * than the largest of all, so that more threads need no more memory.
 */
struct queue {
	struct isa_job *jobs;
	off_t *sizes; /* of the jobs' files, in bytes */
	size_t count;
	off_t largest;
	pthread_mutex_t mutex; /* of what follows */
	pthread_cond_t done;
	size_t next;
	off_t scanned; /* the files that are scanned now, in bytes */
};

/* The next job, or NULL when all are taken. Waits until its file fits beside the others. */
static struct isa_job *begin(struct queue *queue)
{
	struct isa_job *job = NULL;

	pthread_mutex_lock(&queue->mutex);
	if (queue->next < queue->count) {
		size_t index = queue->next++;

		while (queue->scanned + queue->sizes[index] > queue->largest)
			pthread_cond_wait(&queue->done, &queue->mutex);
		queue->scanned += queue->sizes[index];
		job = &queue->jobs[index];
	}
	pthread_mutex_unlock(&queue->mutex);
	return job;
}

static void end(struct queue *queue, const struct isa_job *job)
{
	pthread_mutex_lock(&queue->mutex);
	queue->scanned -= queue->sizes[job - queue->jobs];
	pthread_cond_broadcast(&queue->done);
	pthread_mutex_unlock(&queue->mutex);
}

static void *work(void *data)
{
	struct queue *queue = data;
	struct isa_scanner *scanner = isa_scanner_new();

	for (struct isa_job *job; (job = begin(queue)) != NULL; end(queue, job))
		job->result =
		    isa_scan(scanner, job->path, &job->request, &job->report, &job->error);
	isa_scanner_free(scanner);
	return NULL;
}

static void find_sizes(struct queue *queue)
{
	struct stat status;

	queue->sizes = xcalloc(queue->count + 1, sizeof(*queue->sizes));
	for (size_t i = 0; i < queue->count; i++) {
		/* What cannot be read is said by who opens it. */
		if (stat(queue->jobs[i].path, &status) == 0)
			queue->sizes[i] = status.st_size;
		if (queue->sizes[i] > queue->largest)
			queue->largest = queue->sizes[i];
	}
}

void isa_scan_jobs(struct isa_job *jobs, size_t count, unsigned threads)
{
	struct queue queue = {.jobs = jobs,
	                      .count = count,
	                      .mutex = PTHREAD_MUTEX_INITIALIZER,
	                      .done = PTHREAD_COND_INITIALIZER};
	long processors = sysconf(_SC_NPROCESSORS_ONLN);

	if (threads == 0)
		threads = processors > 0 ? (unsigned)processors : 1;
	if (threads > count)
		threads = count > 0 ? (unsigned)count : 1;
	find_sizes(&queue);
	/* This thread works too; one that cannot be started is done without. */
	pthread_t *others = xcalloc(threads, sizeof(*others));
	unsigned started = 0;
	while (started + 1 < threads && pthread_create(&others[started], NULL, work, &queue) == 0)
		started++;
	work(&queue);
	for (unsigned i = 0; i < started; i++)
		pthread_join(others[i], NULL);
	pthread_cond_destroy(&queue.done);
	pthread_mutex_destroy(&queue.mutex);
	free(queue.sizes);
	free(others);
}
